const LOCAL_HEADER = 0x04034b50

/** The beginning of an archive: so many parts without a name and without bytes. */
export function manyParts(count: number): Buffer {
  const part = Buffer.alloc(30)
  part.writeUInt32LE(LOCAL_HEADER)
  return Buffer.alloc(count * part.length, part)
}
