/** Of this release, as servers and documents name it. */
export const version = '0.1.0';
