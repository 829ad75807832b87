import { type Underscored, underscored } from '@portico/contract/underscored.ts'
import { userFieldList, type UserFieldName, type UserFieldValues } from '@portico/contract/users/user-fields.ts'
import { bool, type Columns, int, nullable, text } from '../../db/statement.ts'

/** The column of `users` that holds a field. */
export const columnOfField = <Name extends UserFieldName>(name: Name) => underscored(name)

/** The columns that fields are stored in. */
export const storedFields = (details: UserFieldValues) =>
  Object.fromEntries(userFieldList.map(({ name }) => [columnOfField(name), details[name]])) as {
    [Name in UserFieldName as Underscored<Name>]: UserFieldValues[Name]
  }

/** Selects the fields; users are u. */
export const selectedFields = userFieldList.map(({ name }) => `u.${columnOfField(name)} as "${name}"`).join(', ')

const columnOfKind = { text, email: text, phone: text, id: int, flag: bool }

/** The row of `selectedFields`. */
export const selectedFieldRow = Object.fromEntries(
  userFieldList.map(({ name, kind, isRequired }) => {
    const column = columnOfKind[kind]
    return [name, isRequired || kind === 'flag' ? column : nullable<unknown>(column)]
  }),
) as Columns<UserFieldValues>
