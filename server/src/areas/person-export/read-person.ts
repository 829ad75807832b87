import type { Language } from '@portico/contract/texts/languages.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, int, nullable, type RowOf, statement, text, textOf, uuid } from '../../db/statement.ts'

const personColumns = `
  select id, client_id as "clientId", is_internal as "isInternal", user_name as "userName", language, email,
         first_name as "firstName", first_name || ' ' || last_name as "fullName", status = 1 as "isActive"
    from users where status <= 3`

const personRow = {
  id: int,
  clientId: int,
  isInternal: bool,
  userName: text,
  language: nullable(textOf<Language>()),
  email: text,
  firstName: text,
  fullName: text,
  isActive: bool,
}

const personById = statement([int], {
  name: 'person export: person by id',
  text: `${personColumns} and id = $1`,
  row: personRow,
})

const personByName = statement([text], {
  name: 'person export: person by name',
  text: `${personColumns} and user_name_folded = fold_user_name($1)`,
  row: personRow,
})

/** Whom an export is about; also a deleted user who is not erased yet. */
export type ExportedPerson = RowOf<typeof personById>

export const findPerson = (tx: Tx, id: number): Promise<ExportedPerson | undefined> => runFirst(tx, personById(id))

export const findPersonNamed = (tx: Tx, userName: string): Promise<ExportedPerson | undefined> =>
  runFirst(tx, personByName(userName))

const ownFiles = statement([int], {
  name: 'person export: own files',
  text: `
  select document.id as "documentId", document.name, kept.version, kept.file_id as "fileId"
    from documents document join document_versions kept on kept.document_id = document.id
   where document.owner_id = $1
   order by document.id, kept.version`,
  row: { documentId: int, name: text, version: int, fileId: uuid },
})

/** A version of a document of the person. */
export type OwnFile = RowOf<typeof ownFiles>

/** The files of every version of the person's documents, those in the trash too. */
export const readOwnFiles = (tx: Tx, personId: number): Promise<OwnFile[]> => run(tx, ownFiles(personId))
