import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import sharp from 'sharp'
import type { Browser, Raw } from './browser.ts'
import { fillPath } from './guards/sample-call.ts'

interface Picture {
  width?: number
  height?: number
  color?: string
}

const drawn = ({ width = 40, height = 20, color = '#2f5d9f' }: Picture) =>
  sharp({ create: { width, height, channels: 3, background: color }, limitInputPixels: false })

/** A picture of one color. */
export const png = (picture: Picture = {}): Promise<Buffer> => drawn(picture).png().toBuffer()
export const jpeg = (picture: Picture = {}): Promise<Buffer> => drawn(picture).jpeg().toBuffer()

interface SentForm {
  params: Readonly<Record<string, number>>
  fields?: Readonly<Record<string, string>>
  files?: Readonly<Record<string, { bytes: Buffer; name?: string }>>
}

/** Sends a form with files. */
export function sendForm<E extends Endpoint>(
  browser: Browser,
  endpoint: E,
  { params, fields = {}, files = {} }: SentForm,
): Promise<Raw> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, { bytes, name: fileName = 'picture.png' }] of Object.entries(files))
    form.append(name, new Blob([new Uint8Array(bytes)]), fileName)
  const ids = Object.fromEntries(Object.entries(params).map(([name, id]) => [name, String(id)]))
  return browser.request(endpoint.method, fillPath(endpoint.path, ids), { body: form })
}
