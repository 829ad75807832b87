import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Certificate, makeCertificate } from '../../../test/certificate.ts'
import { type MailServer, type MailServerOptions, startMailServer } from '../../../test/mail-server.ts'
import { smtpAddress } from '../../config/smtp-address.mjs'
import type { SmtpServer } from '../../config/smtp-server.ts'
import { type Mail, MailRefused } from './mail-transport.ts'
import { smtpTransport, type SmtpTransportOptions } from './smtp-transport.ts'

let certificate: Certificate
beforeAll(async () => {
  certificate = await makeCertificate('localhost')
})

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function serving(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options)
  opened.push(() => server.stop())
  return server
}

/** Long enough for every server that answers at all. */
const longTimeouts = { connectMs: 50_000, replyMs: 50_000 }

/** A transport to this port, with the server's address as an operator would set it. */
function transportTo(port: number, url = 'smtp://127.0.0.1', options: Partial<SmtpTransportOptions> = {}) {
  const server: SmtpServer = { ...smtpAddress(url), port }
  const transport = smtpTransport({ server, from: 'portal@portal.example.test', ...longTimeouts, ...options })
  opened.push(() => transport.close())
  return transport
}

const mail = (more: Partial<Mail> = {}): Mail => ({
  messageId: '<outbox-7.abc@portal.example.test>',
  date: new Date('2026-01-31T18:05:00Z'),
  fromName: 'Northwind portal',
  to: 'ada@example.test',
  subject: 'Your password was changed',
  text: 'Hello Ada',
  html: '<p>Hello <b>Ada</b></p>',
  ...more,
})

/** The outcome of a delivery: '' or the name and message of its error. */
const outcome = (sending: Promise<void>) =>
  sending.then(
    () => '',
    (error: Error) => `${error.name}: ${error.message}`,
  )

describe('a mail', () => {
  test('arrives with text, HTML, sender, date and the headers of automatic mail', async () => {
    const server = await serving()
    await transportTo(server.port).send(mail({ subject: 'Grüße – “Ada”', text: 'Hällo\n.\n' }))
    const [arrived] = server.arrived
    expect(arrived).toMatchObject({ from: 'portal@portal.example.test', to: ['ada@example.test'] })
    expect(arrived?.parsed).toMatchObject({
      subject: 'Grüße – “Ada”',
      text: 'Hällo\n.\n\n',
      from: { name: 'Northwind portal', address: 'portal@portal.example.test' },
      to: [{ name: '', address: 'ada@example.test' }],
      messageId: '<outbox-7.abc@portal.example.test>',
      date: '2026-01-31T18:05:00.000Z',
    })
    expect(arrived?.parsed.html).toContain('<b>Ada</b>')
    const headers = Object.fromEntries((arrived?.parsed.headers ?? []).map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' })
    expect(headers).not.toHaveProperty('x-mailer')
  })

  test('gets no header and no receiver from its subject, its sender’s name or its address (S61c, finding 10)', async () => {
    const server = await serving()
    const transport = transportTo(server.port)
    const evil = 'Hello\r\nBcc: evil@evil.test\r\nX-Evil: 1\r\n\r\nbody'
    await transport.send(mail({ subject: evil, fromName: `"${evil}" <evil@evil.test>,` }))
    for (const to of ['"a@evil.test x"@example.test', 'ada@example.test,evil@evil.test', 'Evil <evil@evil.test>'])
      await expect(transport.send(mail({ to }))).rejects.toThrow('not one plain address')
    expect(server.arrived).toHaveLength(1)
    const [first] = server.arrived
    expect(first?.to).toEqual(['ada@example.test'])
    expect(first?.parsed.bcc).toBeUndefined()
    expect(first?.parsed.from?.address).toBe('portal@portal.example.test')
    expect(first?.parsed.headers.map(({ key }) => key)).not.toContain('x-evil')
    expect(first?.parsed.text?.trim()).toBe('Hello Ada')
  })

  test('reads no file and no address that is in its body', async () => {
    const server = await serving()
    const text = { path: '/etc/hostname' } as unknown as string
    expect(await outcome(transportTo(server.port).send(mail({ text })))).toContain('EFILEACCESS')
    expect(server.arrived).toEqual([])
  })
})

describe('an encrypted connection', () => {
  test('works with smtps, and sends user and password', async () => {
    const credentials = { user: 'portal', password: 'p@ss: w/örd' }
    const server = await serving({ secure: true, ...certificate, credentials })
    const url = `smtps://portal:${encodeURIComponent(credentials.password)}@localhost`
    await transportTo(server.port, url, { ca: certificate.cert }).send(mail())
    expect(server.arrived).toMatchObject([{ wasEncrypted: true, user: 'portal' }])
  })

  test('is refused where the certificate is not trusted', async () => {
    const server = await serving({ secure: true, ...certificate })
    expect(await outcome(transportTo(server.port, 'smtps://localhost').send(mail()))).toMatch(
      /^MailServerUnavailable: .*trusted/,
    )
    expect(server.arrived).toEqual([])
  })

  /** To the transport this is another machine. */
  const elsewhere = { ...smtpAddress('smtp://portal:secret-word@mail.example.test'), host: 'localhost' }
  const sendElsewhere = (port: number, server: Partial<SmtpServer> = {}) => {
    const transport = smtpTransport({
      server: { ...elsewhere, ...server, port },
      from: 'portal@portal.example.test',
      ca: certificate.cert,
      ...longTimeouts,
    })
    opened.push(() => transport.close())
    return outcome(transport.send(mail()))
  }

  test('is required by smtp before anything is sent to another machine', async () => {
    const credentials = { user: 'portal', password: 'secret-word' }
    const server = await serving({ ...certificate, credentials })
    expect(await sendElsewhere(server.port)).toBe('')
    expect(server.arrived).toMatchObject([{ wasEncrypted: true, user: 'portal' }])
    const plain = await serving({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      credentials,
    } as MailServerOptions)
    expect(await sendElsewhere(plain.port)).toMatch(/^MailServerUnavailable: No trusted encrypted connection/)
    expect(plain.arrived).toEqual([])
  })

  test('is skipped only when the operator configures that, and then without a password', async () => {
    const plain = await serving({ hideSTARTTLS: true })
    const { credentials, encryption } = smtpAddress('smtp://mail.example.test?starttls=optional')
    expect(await sendElsewhere(plain.port, { credentials, encryption })).toBe('')
  })
})

describe('a mail server', () => {
  test('that does not know the receiver refuses the mail permanently', async () => {
    const server = await serving()
    server.answers = { to: () => '550 no such user here' }
    const transport = transportTo(server.port)
    await expect(transport.send(mail())).rejects.toThrow(MailRefused)
    expect(await outcome(transport.send(mail()))).toContain('550 no such user here')
    server.answers = { data: () => '554 looks like spam' }
    await expect(transport.send(mail())).rejects.toThrow(MailRefused)
  })

  test('that is busy with this receiver is tried again later', async () => {
    const server = await serving()
    const transport = transportTo(server.port)
    for (const answers of [{ to: () => '451 greylisted' }, { data: () => '452 no room' }]) {
      server.answers = answers
      expect(await outcome(transport.send(mail()))).toMatch(/^Error: The mail server answered 45/)
    }
    server.answers = {}
    await transport.send(mail())
    expect(server.arrived).toHaveLength(1)
  })

  test('that refuses our sender or our password is retried later, because no mail is at fault', async () => {
    const server = await serving({ credentials: { user: 'portal', password: 'right-word' } })
    const result = await outcome(transportTo(server.port, 'smtp://portal:wrong-word@127.0.0.1').send(mail()))
    expect(result).toBe(
      'MailServerUnavailable: The mail server does not accept user and password of PORTAL_SMTP_URL (EAUTH 535)',
    )
    expect(await outcome(transportTo(server.port).send(mail()))).toMatch(/^MailServerUnavailable/)
    const other = await serving()
    other.answers = { from: () => '553 not your domain' }
    expect(await outcome(transportTo(other.port).send(mail()))).toMatch(
      /^MailServerUnavailable: .*553.*PORTAL_MAIL_FROM/,
    )
  })

  test('that is down, hangs or violates the protocol is unavailable, and its text is not repeated', async () => {
    const gone = await startMailServer()
    await gone.stop()
    expect(await outcome(transportTo(gone.port).send(mail()))).toMatch(/^MailServerUnavailable: .*ECONNREFUSED/)

    const echo = await listening((socket) => {
      socket.on('data', (data) => socket.write(data))
      socket.write('220 hello\r\n')
    })
    const result = await outcome(transportTo(echo, 'smtp://portal:secret-word@127.0.0.1').send(mail()))
    expect(result).toMatch(/^MailServerUnavailable/)
    expect(result).not.toContain('secret-word')
    expect(result).not.toContain(Buffer.from('secret-word').toString('base64').slice(0, 8))

    const garbage = await listening((socket) => socket.end(`HTTP/1.1 400 Bad Request\r\n\r\n${'x'.repeat(100_000)}`))
    expect(await outcome(transportTo(garbage).send(mail()))).toMatch(/^MailServerUnavailable/)

    const silent = await listening(() => {})
    expect(await outcome(transportTo(silent, undefined, { connectMs: 300 }).send(mail()))).toMatch(
      /^MailServerUnavailable: .*ETIMEDOUT/,
    )

    const half = await listening((socket) => socket.write('220 hello\r\n'))
    expect(await outcome(transportTo(half, undefined, { replyMs: 500 }).send(mail()))).toMatch(/^MailServerUnavailable/)
  })

  test('is used over a few persistent connections, however many mails there are', async () => {
    const server = await serving()
    const transport = transportTo(server.port)
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => transport.send(mail({ messageId: `<${n}@portal.example.test>` }))),
    )
    expect(new Set(server.arrived.map(({ parsed }) => parsed.messageId)).size).toBe(60)
    expect(server.connections()).toBeLessThanOrEqual(5)
  })
})

/** A server that runs the given function for each connection. */
async function listening(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
