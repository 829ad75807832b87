import * as z from 'zod/mini'
import { NAME_MAX } from '@portico/contract/catalog/catalog-rules.ts'
import { requiredText } from '../../patterns/field-schemas.ts'

/** A section; a new one is displayed (CATA-045). */
export const sectionSchema = z.object({ sectionNm: requiredText(NAME_MAX), ccDispFlg: z.boolean() })
export const newSection = { sectionNm: '', ccDispFlg: true }
