import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { NamedCall } from '../api/query.ts'

export type Fields = Record<string, unknown>
export type FormSchema = z.core.$ZodType<Fields, Fields>
export type Name<Values> = Extract<keyof Values, string>

/** How the values of a form are shown in a list of differences; see `DiffView`. */
export interface ComparedAs<Values> {
  /** The compared fields; those of the form by default. A field without a label of the form shows its own name then. */
  fields?: (values: Values) => Readonly<Record<string, unknown>>
  /** Labels of compared fields that are no fields of the form, such as entries by their ids. */
  labels?: (...states: Values[]) => Readonly<Record<string, string>>
  format?: (field: string, value: unknown) => ReactNode
}

export interface FormOptions<Schema extends FormSchema> {
  /** The form's own schema, not that of the wire; see `field-schemas.ts`. */
  schema: Schema
  initial: z.input<Schema>
  /** Saves the values; resolves with the result message, '' for none. The server's field errors appear at their fields. */
  save: (values: z.output<Schema>) => Promise<string>
  /** Calls whose answers a save changes; fetched anew also after a refusal, which another user's change may have caused. */
  invalidate?: readonly NamedCall[]
  /** Loads what a save has changed; called after every save, which ends when it has loaded. */
  reload?: () => Promise<unknown>
  /** Called after a save, when leaving the page no longer asks; not while there are values entered during the save. */
  afterSave?: (message: string) => void
  /** Empties the form after a save, for the next record, unless values were entered during the save. */
  clearsAfterSave?: boolean
  /** Version of the loaded values. With another one, fields that the user has not changed take the new `initial`. */
  loadedVersion?: string | number
  /**
   * Merges newly loaded values into those of the user, where fields as a whole are too coarse; see `merge-rows.ts`.
   * Without it a list of ids is merged entry by entry, any other field as a whole.
   */
  merge?: (values: z.input<Schema>, before: z.input<Schema>, loaded: z.input<Schema>) => z.input<Schema>
  /** How values are shown where they are compared with those that another user has saved; their own names otherwise. */
  comparedAs?: ComparedAs<z.input<Schema>>
  /** Key under which unsaved values survive a reload and the end of a session. */
  draftKey: string
  /** Values typed before the form had loaded; see `KeystrokeBuffer`. */
  typedAhead?: Partial<z.input<Schema>> | ((begun: z.input<Schema>) => Partial<z.input<Schema>>)
  /** Names of the fields, for labels and for messages about several fields. */
  labels: Readonly<Record<Name<z.input<Schema>>, string>>
  /** Texts of the screen whose keys the schema uses, besides the general ones. */
  messages?: Readonly<Record<string, unknown>>
  /** Fields that are never stored: passwords, codes, answers. Left empty before anything was typed, they are no error. */
  secret?: readonly Name<z.input<Schema>>[]
  /** Fields that a refused save empties. */
  clearsOnRefusal?: readonly Name<z.input<Schema>>[]
  /** The field that shows errors of the form as a whole, for forms of one field. */
  mainField?: Name<z.input<Schema>> | undefined
  /** The message with several invalid fields; UIGN-025 by default. */
  severalInvalid?: string
  /**
   * False for a part of something larger, which asks itself before it is left. A form of secret fields alone never asks:
   * it has nothing to keep.
   */
  guardsLeaving?: boolean
}
