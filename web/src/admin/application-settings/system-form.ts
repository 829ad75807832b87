import * as z from 'zod/mini'
import { LOCATION_MAX, NAME_MAX } from '@portico/contract/catalog/catalog-rules.ts'
import { optionalText, requiredText } from '../../patterns/field-schemas.ts'

/** A system; '' where it belongs to no facility. */
export const systemSchema = z.object({ systemNm: requiredText(NAME_MAX), facilityCd: z.string() })
export const knownSystemSchema = z.extend(systemSchema, {
  browserLogoutUrl: optionalText(LOCATION_MAX),
  cmrCenterExtlSoftware: z.custom<readonly string[]>(),
})
export const newSystem = { systemNm: '', facilityCd: '' }
