import { spawn } from 'node:child_process'
import { productRoot } from '../src/product-root.ts'
import { builtServer, compiledCode } from './built-server.ts'
import { freePort } from './free-port.ts'

export const SECRET_KEYS = 'test:0123456789abcdef0123456789abcdef'

export interface ProgramResult {
  code: number | null
  /** Standard output and standard error as they came, trimmed. */
  output: string
}

/** Runs the command line of the product in a process of its own, to its end. */
export async function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
  const program = await builtServer()
  const [port, opsPort] = [await freePort(), await freePort()]
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: productRoot,
      env: {
        PATH: process.env['PATH'],
        ...compiledCode,
        PORT: String(port),
        PORTAL_OPS_PORT: String(opsPort),
        PORTAL_PUBLIC_URL: `http://localhost:${port}`,
        ...environment,
      },
    })
    let output = ''
    const append = (chunk: Buffer) => void (output += chunk.toString())
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    // 'close' follows the last output, 'exit' may precede it.
    child.once('close', (code) => resolve({ code, output: output.trim() }))
  })
}
