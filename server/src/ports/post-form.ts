/** More than any answer that is expected here has. */
const MAX_ANSWER = 50_000

/** The answer was there, and it was no JSON. */
export class NoJson extends Error {
  override readonly name = 'NoJson'
}

/**
 * The JSON that a service answers to a form, whatever its status. Goes to no other address than this one,
 * waits no longer than it is told, and reads no endless answer. Throws NoJson, or what kept it from an answer.
 */
export async function postForm(
  address: string,
  form: Readonly<Record<string, string>>,
  patienceMs: number,
): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const text = await readShort(response)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new NoJson('The answer is no JSON', { cause })
  }
}

/** An answer without end would fill the memory. */
async function readShort(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_ANSWER) throw new NoJson('The answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
