// The least that a server on Fastify and pg has to do: read one session, or check one password and
// store a session; stream a file to and from the disk, or select a page of documents. What the portal
// reaches is judged against this, run in turn on the same database.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 8 })
const app = Fastify()

const tokenHash = (token: string) => createHash('sha256').update(token).digest()

app.get('/ping', () => ({ code: '200', data: null, message: '' }))

app.get('/session', async (request, reply) => {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length)
  const { rows } = await pool.query<{ last_active_at: Date }>({
    name: 'session',
    text: 'select * from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and s.ended_at is null and s.expires_at > now()',
    values: [tokenHash(token)],
  })
  const [session] = rows
  if (!session) return reply.code(401).send({ code: '401', data: null, message: '' })
  return { code: '200', data: { lastAccessDt: session.last_active_at }, message: '' }
})

app.post<{ Body: { userNm: string; password: string } }>('/login', async (request, reply) => {
  const { rows } = await pool.query<{ id: number; password_hash: string }>({
    name: 'account',
    text: 'select id, password_hash from users where user_name_folded = $1',
    values: [request.body.userNm],
  })
  const [account] = rows
  if (!account || !(await verify(account.password_hash, request.body.password)))
    return reply.code(401).send({ code: '401', data: null, message: '' })
  const token = randomBytes(32).toString('base64url')
  await pool.query({
    name: 'open',
    text: `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at, ended_at)
           values ($1, $1, $1, $2, now() + interval '1 hour', now())`,
    values: [tokenHash(token), account.id],
  })
  return { code: '200', data: { loginSessionId: token }, message: '' }
})

/** Files of the run, in a folder that is removed with it. */
const fileOf = (id: string) => path.join(process.env['BENCH_FILES'] ?? '', path.basename(id))

app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))

app.put<{ Params: { id: string }; Body: Readable }>('/files/:id', async (request) => {
  const hash = createHash('sha256')
  const file = fileOf(request.params.id)
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(request.body, hashed, createWriteStream(`${file}.part`, { flush: true, highWaterMark: 512 * 1024 }))
  await rename(`${file}.part`, file)
  return { code: '200', data: hash.digest('hex'), message: '' }
})

app.get<{ Params: { id: string } }>('/files/:id', (request, reply) =>
  reply.type('application/pdf').send(createReadStream(fileOf(request.params.id), { highWaterMark: 512 * 1024 })),
)

/** Statements that a part of the bench brings along: pages of lists in the best SQL that is known. */
app.post<{ Body: { statements: { text: string; values: unknown[] }[] } }>('/statements', async ({ body }) => {
  const answers = await Promise.all(body.statements.map(({ text, values }) => pool.query<object>(text, values)))
  return { code: '200', data: answers.map(({ rows }) => rows), message: '' }
})

const ownDocuments = `from documents document where owner_id = $1 and trashed_at is null and strpos(lower(name), $2) > 0`

app.get<{ Querystring: { owner: string; keyword: string } }>('/documents', async ({ query }, reply) => {
  const values = [Number(query.owner), query.keyword]
  const { rows: page } = await pool.query<object>({
    name: 'documents',
    text: `select id, name, extension, size_bytes, stored_at,
             (select count(*) from document_versions kept where kept.document_id = document.id) as versions,
             (select count(*) from document_shares share where share.document_id = document.id) as shares
             ${ownDocuments} order by lower(name), id limit 15`,
    values,
  })
  const { rows } = await pool.query<{ total: number }>({
    name: 'documents-total',
    text: `select count(*)::int as total ${ownDocuments}`,
    values,
  })
  reply.header('x-total-count', String(rows[0]?.total))
  return { code: '200', data: page, message: '' }
})

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
