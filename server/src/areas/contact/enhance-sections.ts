import type { Tx } from '../../db/database.ts'
import { visiblePages } from '../home/public.ts'
import { run } from '../../db/run.ts'
import { arrayOf, int, nullable, statement, text } from '../../db/statement.ts'

export interface EnhanceSection {
  id: number
  name: string
  /** Owner of the tile; null: none is named. */
  ownerEmail: string | null
  /** Owners of the systems behind it. */
  systemOwners: string[]
}

const sections = statement([int], {
  name: 'contact: sections',
  text: `
  select section.id, section.name::text, section.owner_email as "ownerEmail",
         coalesce(array_agg(distinct system.owner_email) filter (where system.owner_email is not null), '{}') as "systemOwners"
    from (${visiblePages}) visible
    join sections section on section.id = visible.section_id and section.accepts_enhancement_requests
    join systems system on system.id = visible.system_id
   group by section.id order by section.name, section.id`,
  row: { id: int, name: text, ownerEmail: nullable(text), systemOwners: arrayOf(text) },
})

/** Tiles that the user sees and that accept enhancement requests (decision N-2). */
export const enhanceSections = (tx: Tx, userId: number): Promise<EnhanceSection[]> => run(tx, sections(userId))
