import { sql } from 'kysely'
import type { Dependents, ReferenceRows } from './reference-rows.ts'
import { run } from '../../db/run.ts'

/** Values go with their type, and come back with it (DBMT-088). */
const values: Dependents = {
  detach: async (tx, _by, id) => {
    const rows = await run(
      tx,
      sql<object>`select id, type_id, short_text, medium_text, display_order from classification_values where type_id = ${id}`,
    )
    return { rows }
  },
  attach: async (tx, _by, _id, { rows }: { rows?: object }) => {
    await run(
      tx,
      sql`insert into classification_values (id, type_id, short_text, medium_text, display_order)
          select id, type_id, short_text, medium_text, display_order
            from jsonb_populate_recordset(null::classification_values, ${JSON.stringify(rows)}::jsonb)`,
    )
  },
}

export const classificationTypeRows: ReferenceRows<'descriptionTxt' | 'classificationTypeCd'> = {
  table: 'classification_types',
  columns: { descriptionTxt: 'description', classificationTypeCd: 'code' },
  shown: { protectedFlg: sql`entry.is_protected` },
  inUse: [],
  unique: { classification_types_code_key: 'classificationTypeCd' },
  protect: 'is_protected',
  dependents: values,
}

export const classificationValueRows: ReferenceRows<
  'valueMediumNm' | 'valueShortNm' | 'classificationTypeId' | 'displayOrderSeqCnt'
> = {
  table: 'classification_values',
  columns: {
    valueMediumNm: 'medium_text',
    valueShortNm: 'short_text',
    classificationTypeId: 'type_id',
    displayOrderSeqCnt: 'display_order',
  },
  shown: {
    classificationTypeTxt: sql`(select description from classification_types where id = entry.type_id)`,
    protectedFlg: sql`entry.is_protected`,
  },
  inUse: [],
  unique: { classification_values_by_name: 'valueMediumNm' },
  refersTo: { classification_values_type_id_fkey: 'classificationTypeId' },
  protect: 'is_protected',
  order: { field: 'displayOrderSeqCnt', within: 'classificationTypeId' },
}
