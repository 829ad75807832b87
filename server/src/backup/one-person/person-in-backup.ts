import type { FormerDocument, FormerShare } from '../../areas/documents/public.ts'
import type { NewLink } from '../../areas/links/link-store.ts'
import type { OwnerClient } from '../../db/owner-connection.ts'
import { StartError } from '../../start-error.ts'

/** A version of a document in a backup; sha256 in hex. */
export interface BackupVersion {
  version: number
  sizeBytes: number
  storedAt: string
  fileId: string
  sha256: string
}

export interface BackupDocument extends FormerDocument {
  versions: BackupVersion[]
  shares: FormerShare[]
}

/** A grant of a backup that counted at its moment, with the name of what it gives. */
export interface BackupGrant {
  kind: 'system' | 'page' | 'facility' | 'customer'
  /** Id of the system, page or customer. */
  id: number
  /** Code of the facility; empty for other kinds. */
  code: string
  name: string
  isAdmin: boolean
  hasSensitiveData: boolean
  hasAllCustomers: boolean
  endsAt: Date | null
  /** A group of a directory gave it. */
  byGroup: boolean
}

/** What a backup has of a person that can come back. */
export interface BackupPerson {
  id: number
  userName: string
  /** When the account was made, to the microsecond. */
  madeAt: string
  status: 1 | 2 | 3
  clientId: number
  isInternal: boolean
  /** The row of the account by its columns, without secrets. */
  account: Readonly<Record<string, unknown>>
  documents: BackupDocument[]
  links: NewLink[]
  /** Tiles that are favorites. */
  favorites: { sectionId: number; name: string }[]
  grants: BackupGrant[]
}

/** SQL of a moment as text with microseconds, the same whatever the time zone of the session. */
const exact = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const PERSON = `
  select id, user_name as "userName", ${exact('created_at')} as "madeAt", status, client_id as "clientId",
         is_internal as "isInternal", to_jsonb(users) - '{password_hash,security_answer_hash}'::text[] as account
    from users where user_name_folded = fold_user_name($1)`

const DOCUMENTS = `
  select document.id, document.name, document.extension, document.version, document.size_bytes::float8 as "sizeBytes",
         ${exact('document.stored_at')} as "storedAt", ${exact('document.created_at')} as "createdAt",
         (select coalesce(jsonb_agg(jsonb_build_object('version', kept.version, 'sizeBytes', kept.size_bytes,
                    'storedAt', ${exact('kept.stored_at')}, 'fileId', kept.file_id,
                    'sha256', encode(file.sha256, 'hex')) order by kept.version), '[]')
            from document_versions kept join stored_files file on file.id = kept.file_id
           where kept.document_id = document.id) as versions,
         (select coalesce(jsonb_agg(jsonb_build_object('recipientId', share.recipient_id,
                    'recipientMadeAt', ${exact('recipient.created_at')}, 'sharedAt', ${exact('share.shared_at')},
                    'expiresOn', share.expires_on) order by share.id), '[]')
            from document_shares share join users recipient on recipient.id = share.recipient_id
           where share.document_id = document.id) as shares
    from documents document where document.owner_id = $1 and document.trashed_at is null
   order by document.stored_at desc, document.id`

const LINKS = `select name as "linkNm", address as "linkUrlTxt" from user_links where user_id = $1 order by id`

const FAVORITES = `
  select chosen.section_id as "sectionId", tile.name::text as name
    from user_section_preferences chosen join sections tile on tile.id = chosen.section_id
   where chosen.user_id = $1 and chosen.is_favorite order by 1`

/** The column by_group came with a later migration than the oldest backup that is read. */
const grants = (kind: BackupGrant['kind'], table: string, given: string, columns: string) => `
  select '${kind}' as kind, ${columns}, t.ends_at as "endsAt",
         coalesce((to_jsonb(t) ->> 'by_group')::boolean, false) as "byGroup"
    from ${table} t ${given}
   where t.user_id = $1 and t.valid_to is null and (t.ends_at is null or t.ends_at > now())`

const noFlags = `false as "isAdmin", false as "hasSensitiveData"`

const GRANTS = [
  grants(
    'system',
    'user_system_grants',
    'join systems given on given.id = t.system_id',
    `given.id, '' as code, given.name::text as name, t.is_admin as "isAdmin", t.has_sensitive_data as "hasSensitiveData", false as "hasAllCustomers"`,
  ),
  grants(
    'page',
    'user_page_grants',
    'join pages given on given.id = t.page_id join systems offering on offering.id = given.system_id',
    `given.id, '' as code, offering.name || ' / ' || given.name as name, ${noFlags}, false as "hasAllCustomers"`,
  ),
  grants(
    'facility',
    'user_facility_grants',
    '',
    `0 as id, t.facility_code as code, t.facility_code as name, ${noFlags}, t.all_customers as "hasAllCustomers"`,
  ),
  grants(
    'customer',
    'user_customer_grants',
    'join customers given on given.id = t.customer_id',
    `given.id, '' as code, given.name::text as name, ${noFlags}, false as "hasAllCustomers"`,
  ),
].join(' union all ')

/**
 * Reads what a restored database has of a person, as of one moment and without writing to it.
 * @throws StartError where it has no such person, or is not the database of a portal
 */
export async function readBackupPerson(client: OwnerClient, userName: string): Promise<BackupPerson> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const rows = async <Row extends object>(text: string, value: unknown) =>
      (await client.query<Row>(text, [value])).rows
    const [person] = await rows<Omit<BackupPerson, 'documents' | 'links' | 'favorites' | 'grants'>>(PERSON, userName)
    if (!person) throw new StartError(`The backup has no user ${userName}. Name them as they were called then.`)
    const { id } = person
    return {
      ...person,
      documents: await rows<BackupDocument>(DOCUMENTS, id),
      links: await rows<NewLink>(LINKS, id),
      favorites: await rows<BackupPerson['favorites'][number]>(FAVORITES, id),
      grants: await rows<BackupGrant>(GRANTS, id),
    }
  } finally {
    await client.query('rollback')
  }
}
