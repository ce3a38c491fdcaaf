// Loaded before a service: its clock jumps by CLOCK_JUMP_MS a moment after the start, as one that is set anew does.
const RealDate = Date;
const began = RealDate.now();
const jumpMs = Number(process.env.CLOCK_JUMP_MS);
const jumpsAfterMs = 4000;
const now = () => RealDate.now() + (RealDate.now() - began > jumpsAfterMs ? jumpMs : 0);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }

  static now() {
    return now();
  }
};
