/** Key of the TypeScript type of a column; no value has it. */
declare const valueType: unique symbol

/** A column of a declared row: its types in the database, and what its values are here. */
export interface Column<Value> {
  /** Names in pg_type, any of which reads as `Value`. */
  readonly types: readonly string[]
  readonly isNullable: boolean
  /** Can be null in its table, and never is in this statement. */
  readonly isPresent?: true
  readonly [valueType]?: Value
}

/** The columns of a row by their names. */
export type Columns<Row> = { readonly [Name in keyof Row]: Column<Row[Name]> }

const column = <Value>(...types: readonly string[]): Column<Value> => ({ types, isNullable: false })

const intTypes = ['int2', 'int4', 'int8'] as const
const textTypes = ['text', 'varchar', 'bpchar', 'name'] as const

/** A whole number of any size: 64-bit ones are read as numbers, too. */
export const int = column<number>(...intTypes)
export const float = column<number>('float4', 'float8')
export const text = column<string>(...textTypes)
export const bool = column<boolean>('bool')
/** timestamptz */
export const instant = column<Date>('timestamptz')
/** A calendar day, as 'yyyy-MM-dd'. */
export const day = column<string>('date')
export const interval = column<string>('interval')
export const bytes = column<Buffer>('bytea')
export const uuid = column<string>('uuid')
/** inet */
export const address = column<string>('inet')

/** A whole number that is one of few. */
export const intOf = <Value extends number>(): Column<Value> => column<Value>(...intTypes)

/** Text that is one of few words. */
export const textOf = <Value extends string>(): Column<Value> => column<Value>(...textTypes)

/** json or jsonb, which the database does not look into. */
export const json = <Value>(): Column<Value> => column<Value>('jsonb', 'json')

/** A parameter that is a timestamptz and given as the text that the database wrote, which has microseconds. */
export const instantText = column<string>('timestamptz')

/** A parameter that is JSON and given as its text. */
export const jsonText = column<string>('jsonb', 'json')

/** An array whose elements are never null. */
export const arrayOf = <Value>({ types }: Column<Value>): Column<Value[]> => column(...types.map((type) => `_${type}`))

/** A column that can be null. */
export const nullable = <Value>({ types }: Column<Value>): Column<Value | null> => ({ types, isNullable: true })

/** A column that can be null in its table and never is in this statement, as after `where ended_at is not null`. */
export const present = <Value>({ types }: Column<Value>): Column<Value> => ({
  types,
  isNullable: false,
  isPresent: true,
})

/** What a parameter takes. Undefined is sent as null, where null is allowed. */
type Given<Value> =
  | (Value extends readonly (infer Element)[] ? readonly Element[] : Value)
  | (null extends Value ? undefined : never)

/** The values of parameters, in their order. */
export type Values<Parameters extends readonly Column<unknown>[]> = {
  -readonly [Index in keyof Parameters]: Parameters[Index] extends Column<infer Value> ? Given<Value> : never
}

/** A declared statement with its values. */
export interface FixedStatement<Row> {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  readonly row: Columns<Row>
}

/** The row of a declared statement. */
export type RowOf<Statement extends (...given: never[]) => FixedStatement<unknown>> =
  ReturnType<Statement> extends FixedStatement<infer Row> ? Row : never

/** A statement as the code declares it. */
export interface Declared {
  readonly name: string
  readonly text: string
  readonly parameters: readonly Column<unknown>[]
  readonly row: Readonly<Record<string, Column<unknown>>>
}

const declared: Declared[] = []
const textOfName = new Map<string, string>()

/** Returns every statement that the modules loaded so far declare. */
export const declaredStatements = (): readonly Declared[] => declared

/** The database cuts longer names off. */
const NAME_MAX = 63

/**
 * Declares a statement whose text never changes. Each connection prepares it once, under its name. A test compares
 * `parameters` and `row` with what the migrated database answers. Without `row` no columns are returned.
 * @param parameters what $1, $2, … take
 * @param values puts what the caller gives in the order of the parameters; by default it is given in that order
 * @returns what `run` takes
 * @throws where another statement has the name
 */
export function statement<
  const Parameters extends readonly Column<unknown>[],
  Row extends object = Record<never, never>,
  Given extends unknown[] = Values<Parameters>,
>(
  parameters: Parameters,
  {
    name,
    text: sql,
    values = (...given) => given as unknown[] as Values<Parameters>,
    row = {} as Columns<Row>,
  }: {
    name: string
    text: string
    values?: (...given: Given) => Values<Parameters>
    row?: Columns<Row>
  },
): (...given: Given) => FixedStatement<Row> {
  if (name.length > NAME_MAX) throw new Error(`The name of a statement has at most ${NAME_MAX} characters: ${name}`)
  if ((textOfName.get(name) ?? sql) !== sql) throw new Error(`Two statements are named ${name}.`)
  textOfName.set(name, sql)
  declared.push({ name, text: sql, parameters, row })
  return (...given) => ({ name, text: sql, values: values(...given), row })
}
