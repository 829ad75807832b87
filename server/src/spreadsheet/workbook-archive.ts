import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import sax from 'sax'
import yauzl from 'yauzl'
import { UnreadableSheet } from './sheet-row.ts'

/** Bytes of all parts together once they are inflated. */
const INFLATED_MAX = 200 * 1024 * 1024
const PARTS_MAX = 2_000
/** Elements inside one another, and attributes of one: several times what a spreadsheet writes. */
const DEPTH_MAX = 50
const ATTRIBUTES_MAX = 50

/** Characters that are parsed between two turns of the event loop. */
const SLICE = 8_192

/** What a reader of XML does with the elements, named without their prefix. */
export interface XmlHandlers {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** The parts of a workbook. What they inflate to is counted over all of them. */
export interface WorkbookArchive {
  has(name: string): boolean
  /** Hands the elements of a part to the handlers; yields after each piece of the part, a turn of the event loop later. */
  readXml(name: string, handlers: XmlHandlers): AsyncGenerator<void>
}

/**
 * @param file Descriptor of the file, which has to stay open.
 * @throws UnreadableSheet where it is no archive
 */
export async function openWorkbook(file: number): Promise<WorkbookArchive> {
  const archive = await openArchive(file)
  const entries = await entriesOf(archive)
  const announced = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (announced > INFLATED_MAX) throw new UnreadableSheet('inflated')
  // What a part really inflates to is compared with its announced size by the archive reader.
  let inflated = 0
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *readXml(name, handlers) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw new UnreadableSheet('unreadable')
      const parser = parserOf(handlers)
      const decoder = new TextDecoder('utf-8', { fatal: true })
      const part = await openPart(archive, entry)
      try {
        for await (const chunk of part as AsyncIterable<Buffer>) {
          inflated += chunk.length
          if (inflated > INFLATED_MAX) throw new UnreadableSheet('inflated')
          const text = decoder.decode(chunk, { stream: true })
          for (let at = 0; at < text.length; at += SLICE) {
            parser.write(text.slice(at, at + SLICE))
            await setImmediate()
            yield
          }
        }
        parser.close()
        yield
      } catch (error) {
        throw asUnreadable(error)
      } finally {
        part.destroy()
      }
    },
  }
}

function parserOf({ open, close, text }: XmlHandlers): sax.SAXParser {
  // Without positions the parser would limit no text, comment or attribute either.
  const parser = sax.parser(true, { xmlns: false, position: true })
  let depth = 0
  let attributeCount = 0
  parser.onopentagstart = () => {
    attributeCount = 0
    if (++depth > DEPTH_MAX) throw new UnreadableSheet('unreadable')
  }
  parser.onattribute = () => {
    if (++attributeCount > ATTRIBUTES_MAX) throw new UnreadableSheet('unreadable')
  }
  parser.onopentag = ({ name, attributes }) => open(localName(name), attributes as Record<string, string>)
  parser.onclosetag = (name) => {
    depth--
    close?.(localName(name))
  }
  parser.ontext = (value) => text?.(value)
  parser.oncdata = (value) => text?.(value)
  // Workbooks have none, and it could define entities.
  parser.ondoctype = () => {
    throw new UnreadableSheet('unreadable')
  }
  parser.onerror = (error) => {
    throw error
  }
  return parser
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Every error of the archive or of its XML is one of the file. */
const asUnreadable = (error: unknown): UnreadableSheet =>
  error instanceof UnreadableSheet ? error : new UnreadableSheet('unreadable', { cause: error })

const openArchive = (file: number): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromFd(file, { lazyEntries: true, autoClose: false }, (error, archive) =>
      error ? reject(asUnreadable(error)) : resolve(archive),
    )
  })

function entriesOf(archive: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  return new Promise((resolve, reject) => {
    if (archive.entryCount > PARTS_MAX) return reject(new UnreadableSheet('unreadable'))
    archive.on('entry', (entry: yauzl.Entry) => {
      entries.set(entry.fileName.toLowerCase(), entry)
      archive.readEntry()
    })
    archive.on('error', (error: Error) => reject(asUnreadable(error)))
    archive.on('end', () => resolve(entries))
    archive.readEntry()
  })
}

const openPart = (archive: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, part) => (error ? reject(asUnreadable(error)) : resolve(part as Readable)))
  })
