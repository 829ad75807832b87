import * as employerSettings from '@portico/contract/reference-data/employer-settings.ts'
import * as contract from '@portico/contract/reference-data/reference-data.ts'
import type { Handlers } from '../../http/handlers.ts'
import { categoryRows, employerSettingRows } from './category-rows.ts'
import { type ReferenceDeps, referenceHandlers } from './reference-handlers.ts'
import type { ReferenceRows, ReferenceTable, RowsOf } from './reference-rows.ts'

export const referenceDataHandlers = (deps: ReferenceDeps): Handlers<typeof contract> =>
  handlersOfAll(contract, categoryRows, deps)

export const employerSettingHandlers = (deps: ReferenceDeps): Handlers<typeof employerSettings> =>
  handlersOfAll(employerSettings, employerSettingRows, deps)

/** The calls of all categories of a module. */
type CallsOfAll<Module> = {
  [Name in keyof Module]: Module[Name] extends ReferenceTable ? keyof Module[Name]['endpoints'] : never
}[keyof Module]

/** Handlers of every call of all categories of a module; a module with other calls does not compile with these alone. */
function handlersOfAll<Module extends object>(module: Module, rows: RowsOf<Module>, deps: ReferenceDeps) {
  const categories = module as Readonly<Record<string, ReferenceTable>>
  const handlers = Object.entries<ReferenceRows>(rows).map(([name, entries]) =>
    referenceHandlers(categories[name] as ReferenceTable, entries, deps),
  )
  return Object.assign({}, ...handlers) as Pick<Handlers<Module>, CallsOfAll<Module> & keyof Handlers<Module>>
}
