import type { fileList, MaintainedFile, PublishedFile } from '@portico/contract/files/files.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ListSource } from '../../db/list-page.ts'
import { runFirst } from '../../db/run.ts'
import { bool, instant, int, statement, text, uuid } from '../../db/statement.ts'

const from = sql`published_files file join users person on person.id = file.stored_by
  join stored_files stored on stored.id = file.file_id`

/** The files that are published now. */
export const fileRows: ListSource<(typeof fileList.columns)[number], { nm?: string | undefined }, MaintainedFile> = {
  from,
  id: sql`file.id`,
  where: sql`file.removed_at is null`,
  columns: {
    fileNm: sql`lower(file.name)`,
    fileTypeTxt: sql`file.extension`,
    fileSizeByteCnt: sql`file.size_bytes`,
    changedByNm: sql`lower(person.first_name || ' ' || person.last_name)`,
    changedDt: sql`file.stored_at`,
  },
  filters: { nm: (text) => sql`strpos(lower(file.name), lower(${text})) > 0` },
  rows: {
    from,
    id: sql`file.id`,
    select: sql<MaintainedFile>`file.id as "fileId", file.name as "fileNm", file.extension as "fileTypeTxt",
      file.size_bytes as "fileSizeByteCnt", file.stored_at as "changedDt",
      person.first_name || ' ' || person.last_name as "changedByNm", stored.awaits_scan as "unscannedFlg"`,
  },
}

const published = statement([text], {
  name: 'files: published',
  text: `
  select file.id as "fileId", file.name as "fileNm", file.extension as "fileTypeTxt",
         file.size_bytes as "fileSizeByteCnt", file.stored_at as "changedDt", stored.awaits_scan as "unscannedFlg",
         file.file_id as "storedFileId"
    from published_files file join stored_files stored on stored.id = file.file_id
   where file.removed_at is null and lower(file.name) = lower($1)`,
  row: {
    fileId: int,
    fileNm: text,
    fileTypeTxt: text,
    fileSizeByteCnt: int,
    changedDt: instant,
    unscannedFlg: bool,
    storedFileId: uuid,
  },
})

interface FoundFile extends PublishedFile {
  fileId: number
  storedFileId: string
}

/** The file that has this name, in any case. */
export const findPublishedFile = async (tx: Tx, name: string): Promise<FoundFile | undefined> =>
  await runFirst(tx, published(name))
