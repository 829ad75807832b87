// The least that a server on Fastify and pg has to do: read one session, or check one password and
// store a session. What the portal reaches is judged against this, run in turn on the same database.
import { createHash, randomBytes } from 'node:crypto'
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

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
