import * as contract from '@portico/contract/reference-data.ts'
import type { Handlers } from '../../http/handlers.ts'
import { departmentRows } from './departments.ts'
import { type ReferenceDeps, referenceHandlers } from './reference-handlers.ts'

export const referenceDataHandlers = (deps: ReferenceDeps): Handlers<typeof contract> => ({
  ...referenceHandlers(contract.departments, departmentRows, deps),
})
