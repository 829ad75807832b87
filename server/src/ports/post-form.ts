/** Maximum size of an answer, in characters. */
const MAX_ANSWER = 50_000

/** The answer was not JSON. */
export class NoJson extends Error {
  override readonly name = 'NoJson'
}

/**
 * Posts a form and returns the JSON answer, whatever its status. Follows no redirect, respects the timeout, and limits
 * the size. @throws NoJson, or the error of the request.
 */
export async function postForm(
  address: string,
  form: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readShort(response)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new NoJson('The answer is no JSON', { cause })
  }
}

/** An endless answer would fill the memory. */
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
