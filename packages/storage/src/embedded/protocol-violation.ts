/** The client broke the wire protocol; its connection ends with SQLSTATE 08P01 and the engine never sees the bytes. */
export class ProtocolViolation extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'ProtocolViolation';
  }
}
