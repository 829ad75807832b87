import type pg from 'pg'

/** Called as a statement is sent; what it returns is called when it is answered, with the error if it failed. */
export type ObserveStatement = (text: string) => (error?: unknown) => void

/** A statement as it is sent. */
export interface Query {
  /** Under this name each connection prepares it once; without one it is planned for its values. */
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

/** The answer to a statement; `rowCount` is the number of rows it returned or wrote. */
export type QueryResult<Row> = Pick<pg.QueryResult, 'command' | 'rowCount'> & { readonly rows: Row[] }

/** A statement, and who waits for its answer. */
export interface Sending {
  readonly query: Query
  readonly resolve: (result: QueryResult<unknown>) => void
  readonly reject: (error: unknown) => void
}
