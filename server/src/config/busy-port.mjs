import { createServer } from 'node:net'

/**
 * Returns a sentence for each port of the portal that cannot be opened.
 * @param {ReturnType<typeof import('./validate-settings.mjs').listeningPlace>} place
 * @returns {Promise<string[]>}
 */
export async function busyPorts({ port, host, opsPort, isOpsPortNamed }) {
  const problems = [await portProblem(port, 'PORT', host)]
  if (isOpsPortNamed) problems.push(await portProblem(opsPort, 'PORTAL_OPS_PORT', host))
  return problems.filter((problem) => problem !== undefined)
}

/**
 * @param {number} port
 * @param {string} setting
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
function portProblem(port, setting, host) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(sentence(error, port, setting, host)))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {number} port
 * @param {string} setting
 * @param {string} host
 */
function sentence({ code }, port, setting, host) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Set ${setting} to a free one, or stop that program.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set ${setting} to one above 1023.`
  return `The address ${host}:${port} cannot be opened (${code ?? 'unknown'}). Check HOST and ${setting}.`
}
