/** Name of the constraint or unique index by which the database refused a row; undefined for any other error. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error ? (error.constraint as string) : undefined

/** True where the database refused a row because another one has the same value of this constraint or unique index. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505' && violatedConstraint(error) === constraint
