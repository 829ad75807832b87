import { connect, type NetConnectOpts } from 'node:net'

const ANSWER_MS = 1_500
/** Asks PostgreSQL, or a pooler before it, whether it speaks TLS. Neither does anything else for it. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
/** Makes those answer that wait for the end of a line, as web servers and Redis do. PostgreSQL hangs up. */
const LINES = Buffer.from('\r\nPING\r\n\r\n')

/** Whether PostgreSQL, or a pooler before it, answers there: yes or no by one byte, or a failure. */
export const isPostgres = async (place: NetConnectOpts): Promise<boolean> =>
  isOfPostgres(await firstAnswer(place, TLS_REQUEST))

/** Whether something else than PostgreSQL answers there; false where nothing does, as while a server is away or frozen. */
export async function isForeignServer(place: NetConnectOpts): Promise<boolean> {
  const answer = await firstAnswer(place, TLS_REQUEST)
  return answer.length > 0 ? !isOfPostgres(answer) : (await firstAnswer(place, LINES)).length > 0
}

const isOfPostgres = (answer: Buffer): boolean => /^[SN]$|^E/.test(answer.toString('latin1'))

/** The first bytes that come; none where the server is not there, says nothing, or hangs up. */
function firstAnswer(place: NetConnectOpts, words: Buffer): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const socket = connect({ ...place, timeout: ANSWER_MS }, () => socket.write(words))
  const end = (answer: Buffer) => {
    resolve(answer)
    socket.destroy()
  }
  socket.on('data', end)
  for (const event of ['timeout', 'error', 'close']) socket.on(event, () => end(Buffer.alloc(0)))
  return promise
}
