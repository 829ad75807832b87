import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { findSealHash } from './audit-checkpoints.ts'
import { type DetachedMonth, listDetached } from './detached-months.ts'
import { type MonthLine, readMonthFile } from './month-file.ts'

/** Seals at which rows of seals in files end, and those that the rows after them follow. */
class MonthChain {
  readonly #ends = new Map<number, string>()
  readonly #followed: { sequence: number; hash: string; file: string }[] = []
  #last: MonthLine | null = null

  /** Adds an event of a file, in its order. */
  add(event: MonthLine, file: string): void {
    if (event.previous !== undefined) {
      this.close()
      this.#followed.push({ sequence: event.sequence - 1, hash: event.previous, file })
    }
    this.#last = event
  }

  /** A row of seals ends. */
  close(): void {
    if (this.#last) this.#ends.set(this.#last.sequence, this.#last.hash)
    this.#last = null
  }

  /** Says which file follows another seal than the one in the files or the database, or null. */
  async problem(db: Db): Promise<string | null> {
    for (const { sequence, hash, file } of this.#followed) {
      const inFile = sequence === 0 ? '' : this.#ends.get(sequence)
      const found = inFile ?? (await db.read(everything, (tx) => findSealHash(tx, sequence)))
      if (found === undefined)
        return `seal ${sequence}, which ${file} follows, is neither in a file nor in the database`
      if (found !== hash) return `${file} follows another seal ${sequence} than the one that there is`
    }
    return null
  }
}

/** What the files of detached months are: how many, and the first thing that is wrong with them. */
export interface MonthFiles {
  readonly names: readonly string[]
  readonly problem: string | null
}

/** Compares each detached month with its file in a folder, and each file with those whose seals it follows. */
export async function verifyMonthFiles(db: Db, keys: KeyRing, folder: string): Promise<MonthFiles> {
  const months = await db.read(everything, listDetached)
  const names = months.map(({ file }) => file)
  const chain = new MonthChain()
  for (const month of months) {
    const problem = await fileProblem(month, { keys, folder, chain })
    if (problem !== null) return { names, problem: `the file ${month.file} of ${month.month}: ${problem}` }
  }
  return { names, problem: await chain.problem(db) }
}

async function fileProblem(
  month: DetachedMonth,
  { keys, folder, chain }: { keys: KeyRing; folder: string; chain: MonthChain },
): Promise<string | null> {
  try {
    const bytes = createReadStream(path.join(folder, month.file))
    const read = await readMonthFile(bytes, keys, { seen: (event) => chain.add(event, month.file) })
    chain.close()
    if (read.problem !== null) return read.problem
    const { digest, events } = read.end
    return read.end.month === month.month && digest === month.fileHash && events === month.events
      ? null
      : 'it is not the one that was recorded'
  } catch (error) {
    return (error as Error).message
  }
}
