/** A connection as the owner of the tables. */
interface OwnerConnection {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>
}

/**
 * Ends every session of a restored database and revokes every token of a service account: some that worked at the backup
 * have been ended since. Returns how many tokens worked until now.
 */
export async function endAccess(connection: OwnerConnection): Promise<number> {
  await connection.query("update sessions set ended_at = clock_now(), end_reason = 'revoked' where ended_at is null")
  const { rows } = await connection.query(
    'update service_tokens set revoked_at = clock_now() where revoked_at is null and expires_at > clock_now() returning id',
  )
  return rows.length
}
