import * as z from 'zod/mini'
import { NAME_MAX } from '@portico/contract/catalog-rules.ts'
import { requiredText } from '../../patterns/field-schemas.ts'

/** A system; '' where it belongs to no facility. */
export const systemSchema = z.object({ systemNm: requiredText(NAME_MAX), facilityCd: z.string() })
export const knownSystemSchema = z.extend(systemSchema, { cmrCenterExtlSoftware: z.custom<readonly string[]>() })
export const newSystem = { systemNm: '', facilityCd: '' }
