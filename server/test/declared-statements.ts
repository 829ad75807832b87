import type pg from 'pg'
import type { Column, Declared } from '../src/db/statement.ts'

interface Field {
  readonly name: string
  readonly dataTypeID: number
  readonly tableID: number
  readonly columnID: number
}

interface Described {
  readonly fields: readonly Field[]
  /** The types of its parameters. */
  readonly parameters: readonly number[]
  readonly problem?: string
}

/** Has the server analyze the statement without running it, and say its parameters and columns. */
class Description {
  readonly #text: string
  readonly #answered: (described: Described) => void
  #parameters: readonly number[] = []
  #fields: readonly Field[] = []

  constructor(text: string, answered: (described: Described) => void) {
    this.#text = text
    this.#answered = answered
  }

  submit(connection: pg.Connection): void {
    // The driver reads this message and hands it to nobody.
    const describedParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => (this.#parameters = dataTypeIDs)
    connection.removeAllListeners('parameterDescription').once('parameterDescription', describedParameters)
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields
  }

  handleReadyForQuery(): void {
    this.#answered({ parameters: this.#parameters, fields: this.#fields })
  }

  handleError(error: Error): void {
    this.#answered({ parameters: [], fields: [], problem: error.message })
  }
}

const describe = (client: pg.Client, text: string) =>
  new Promise<Described>((resolve) => void client.query(new Description(text, resolve) as pg.Submittable))

/** An outer join makes columns null that cannot be null in their tables. */
const OUTER_JOIN = /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i

/** Returns where declared parameters and rows differ from what the database describes, a line for each difference. */
export async function statementDifferences(client: pg.Client, statements: readonly Declared[]): Promise<string[]> {
  const typeNames = new Map<number, string>()
  for (const { oid, typname } of (
    await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type')
  ).rows)
    typeNames.set(oid, typname)
  const { rows } = await client.query<{ id: string; attnotnull: boolean }>(
    `select attrelid || '.' || attnum as id, attnotnull from pg_attribute
     join pg_class on pg_class.oid = attrelid where relkind in ('r', 'p') and attnum > 0`,
  )
  const isNotNull = new Map(rows.map(({ id, attnotnull }) => [id, attnotnull]))
  const differences: string[] = []
  for (const { name, text, parameters, row } of statements) {
    const described = await describe(client, text)
    const known: Known = {
      nameOfType: (id) => typeNames.get(id) ?? String(id),
      isNotNull: ({ tableID, columnID }) => isNotNull.get(`${tableID}.${columnID}`),
      mayAddNulls: OUTER_JOIN.test(text),
    }
    const found =
      described.problem === undefined
        ? [
            ...compareParameters(parameters, described.parameters.map(known.nameOfType)),
            ...compareRow(row, described.fields, known),
          ]
        : [described.problem]
    differences.push(...found.map((difference) => `${name}: ${difference}`))
  }
  return differences
}

function compareParameters(declared: Declared['parameters'], types: readonly string[]): string[] {
  if (declared.length !== types.length) return [`it has ${types.length} parameters, declared ${declared.length}`]
  return types.flatMap((type, index) =>
    declared[index]?.types.includes(type) ? [] : [`$${index + 1} is ${type}, declared ${declared[index]?.types[0]}`],
  )
}

interface Known {
  readonly nameOfType: (id: number) => string
  /** Undefined for what is computed, and for columns of views. */
  isNotNull(field: Field): boolean | undefined
  readonly mayAddNulls: boolean
}

function compareRow(row: Declared['row'], fields: readonly Field[], known: Known): string[] {
  const snakeCase = Object.keys(row).filter((name) => /[a-z]_/.test(name))
  const returned = new Map(fields.map((field) => [field.name, field]))
  const missing = Object.keys(row).filter((name) => !returned.has(name))
  return [
    ...snakeCase.map((name) => `${name} is not in camelCase`),
    ...missing.map((name) => `${name} is declared and not returned`),
    ...(returned.size < fields.length ? ['two columns have one name'] : []),
    ...fields.flatMap((field) => compareColumn(row[field.name], field, known)),
  ]
}

function compareColumn(column: Column<unknown> | undefined, field: Field, known: Known): string[] {
  const { name } = field
  if (!column) return [`${name} is returned and not declared`]
  const type = known.nameOfType(field.dataTypeID)
  const differences = column.types.includes(type) ? [] : [`${name} is ${type}, declared ${column.types[0]}`]
  const isNotNull = known.isNotNull(field)
  if (isNotNull === false && !column.isNullable && !column.isPresent) differences.push(`${name} can be null`)
  if (isNotNull && column.isPresent) differences.push(`${name} cannot be null in its table: it needs no present()`)
  if (isNotNull && column.isNullable && !known.mayAddNulls) differences.push(`${name} cannot be null`)
  return differences
}
