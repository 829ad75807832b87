import type {
  AnnouncementAudience,
  AnnouncementKind,
  AnnouncementStatus,
  AnnouncementValue,
  AnnouncementValueType,
} from '@portico/contract/announcements/announcement-admin.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, present, statement, text, textOf } from '../../db/statement.ts'

const valuesOfType = statement([text], {
  name: 'announcements: values of type',
  text: `
  select value.id as "clsVldValId", value.medium_text as "valueMediumNm", value.code as "valueCd"
    from classification_values value join classification_types type on type.id = value.type_id
   where type.code = $1 and value.code is not null order by value.display_order, value.id`,
  row: { clsVldValId: int, valueMediumNm: text, valueCd: present(textOf<AnnouncementValue['valueCd']>()) },
})

/** The values of a type that the portal knows, in display order. */
export const readAnnouncementValues = (tx: Tx, type: AnnouncementValueType): Promise<AnnouncementValue[]> =>
  run(tx, valuesOfType(type))

interface CodeOfType {
  SYSTEM_ANNC_TYPE: AnnouncementKind
  SYSTEM_ANNC_USER_TYPE: AnnouncementAudience
  SYSTEM_ANNC_STATUS: AnnouncementStatus
}

/** The name behind the id of a value; undefined where there is none of this type. */
export async function valueCode<Type extends AnnouncementValueType>(
  tx: Tx,
  type: Type,
  id: number | undefined,
): Promise<CodeOfType[Type] | undefined> {
  const values = await readAnnouncementValues(tx, type)
  return values.find(({ clsVldValId }) => clsVldValId === id)?.valueCd as CodeOfType[Type] | undefined
}

/** The id of the value with a name, within a statement. */
export const valueId = (type: AnnouncementValueType, code: RawBuilder<unknown>) => sql<number>`(
  select value.id from classification_values value join classification_types type on type.id = value.type_id
   where type.code = ${type}::text and value.code = ${code})`

/** The name of the value with an id, within a statement. */
export const codeOfValue = (type: AnnouncementValueType, id: number) => sql<string>`(
  select value.code from classification_values value join classification_types type on type.id = value.type_id
   where type.code = ${type}::text and value.id = ${id}::integer)`
