/**
 * The numbered files that made databases up to release 0.2.0. The baseline takes their place: it makes the same tables,
 * and a database on which all of them have run has it.
 */
export const formerSequence = {
  last: 103,
  lastName: '0103-erasure-in-the-audit-trail',
  /** The release that ran them to the end. */
  release: '0.2.0',
  /** SHA-256 over a line "version name checksum" for each of them. */
  digest: 'a398116d031277e8c0fc192132304d045439e8bc67ad6552476d34ac0dfdacdf',
} as const

/** True for a migration that ran before there was the baseline. */
export const isFormer = ({ version }: { readonly version: number }): boolean =>
  version > 0 && version <= formerSequence.last
