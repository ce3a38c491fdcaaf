/** None of the master keys that the process was given is the one that reigns over the database. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'the master key is not the one that this database is sealed with; CAIRN_MASTER_KEY, or the file that holds it ' +
        '(CAIRN_MASTER_KEY_FILE, or master.key in an embedded data folder), takes the key of the first start, or the one that took ' +
        'its place since: 32 bytes in base64',
    );
    this.name = 'WrongMasterKey';
  }
}
