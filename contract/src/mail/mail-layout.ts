import type { Language } from '../texts/languages.ts'
import { escapeHtml } from '../escape-html.ts'
import { contrast, inkOn, ensureContrast } from './mail-color-rules.ts'

/** One part of a mail's body, rendered as plain text and as HTML. */
export type MailBlock =
  | { readonly kind: 'paragraph' | 'note'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'secret'; readonly label: string; readonly value: string }
  | { readonly kind: 'button'; readonly label: string; readonly path: string }

/** The content of a template, before layout. */
export interface MailBody {
  readonly subject: string
  readonly blocks: readonly MailBlock[]
  /** Why the reader gets this mail; the last line. */
  readonly why: string
  /** For a telephone: the first block alone, without HTML, header and footer. */
  readonly isTextMessage?: true
}

/** The brand of a client in mails. Colors are 'rrggbb'. */
export interface MailBrand {
  readonly clientName: string
  readonly bandColor: string
  readonly buttonColor: string
  /** Path or address. */
  readonly logo: string | null
}

/** Makes an address of a path of the portal; an address stays. */
type AddressOf = (path: string) => string

/** Renders the mail for readers without HTML. */
export function textOf({ blocks, why }: MailBody, { clientName }: MailBrand, addressOf: AddressOf): string {
  return `${[...blocks.map((block) => textOfBlock(block, addressOf)), `-- \n${clientName}\n${why}`].join('\n\n')}\n`
}

/** Returns the text of a text message. */
export const textMessageOf = ({ blocks }: MailBody): string =>
  blocks.map((block) => ('text' in block ? block.text : '')).join('\n')

function textOfBlock(block: MailBlock, addressOf: AddressOf): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'secret':
      return `${block.label}:\n\n    ${block.value}`
    case 'button':
      return `${block.label}: ${addressOf(block.path)}`
  }
}

/** Fixes the colors of a preview; mails follow the device. */
type MailMode = 'light' | 'dark'

const darkMedia = (mode: MailMode | undefined) =>
  mode === undefined ? '(prefers-color-scheme:dark)' : mode === 'dark' ? 'all' : 'not all'

const light = { page: 'f5f6f8', card: 'ffffff', ink: '1c2430', quiet: '596577', line: 'd8dee6', well: 'f0f2f5' }
const dark = { page: '10141a', card: '181e26', ink: 'e4e9f0', quiet: '9aa7b8', line: '333c48', well: '222a34' }

const font = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Mail programs without style sheets get the light colors inline; the others follow the device, or the given mode. */
function styleSheet(brand: MailBrand, mode: MailMode | undefined): string {
  const button = ensureContrast(brand.buttonColor, dark.card, 3)
  const band =
    contrast(brand.bandColor, dark.page) < 1.5 ? ensureContrast(brand.bandColor, dark.page, 1.5) : brand.bandColor
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:24px 20px!important}.button a{display:block!important}}
@media ${darkMedia(mode)}{
.page{background:#${dark.page}!important}.card{background:#${dark.card}!important;border-color:#${dark.line}!important}
.band{background:#${band}!important}.ink{color:#${dark.ink}!important}.quiet{color:#${dark.quiet}!important}
.well{background:#${dark.well}!important}.line{border-color:#${dark.line}!important}
.button a{background:#${button}!important;border-color:#${button}!important;color:#${inkOn(button)}!important}
.plate{background:#ffffff!important}}`
}

/** Renders the mail as HTML: one column, readable without images and styles. */
export function htmlOf(
  body: MailBody,
  language: Language,
  { brand, addressOf, mode }: { brand: MailBrand; addressOf: AddressOf; mode?: MailMode },
): string {
  const blocks = body.blocks.map((block) => htmlOfBlock(block, brand, addressOf)).join('\n')
  const subject = escapeHtml(body.subject)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${subject}</title>
<style>${styleSheet(brand, mode)}</style></head>
<body class="page" style="margin:0;padding:0;background:#${light.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#${light.page}"><tr><td align="center" style="padding:32px 12px"><div role="article" aria-roledescription="email" aria-label="${subject}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left"><tr><td style="padding:0 4px 16px">${letterhead(brand, addressOf)}</td></tr>
<tr><td class="band" style="height:6px;line-height:6px;font-size:0;background:#${brand.bandColor};border-radius:8px 8px 0 0">&nbsp;</td></tr>
<tr><td class="card" style="background:#${light.card};border:1px solid #${light.line};border-top:0;border-radius:0 0 8px 8px;padding:32px 36px">
<h1 class="ink" style="margin:0 0 20px;font:600 22px/1.3 ${font};color:#${light.ink}">${subject}</h1>
${blocks}
</td></tr><tr><td class="quiet" style="padding:20px 4px 0;font:13px/1.5 ${font};color:#${light.quiet}">${escapeHtml(body.why)}</td></tr></table>
</div></td></tr></table></body></html>
`
}

/** The logo is on white in both modes, as it was designed for; the name is complete without it. */
function letterhead({ clientName, logo: source }: MailBrand, addressOf: AddressOf): string {
  const name = `<td class="ink" style="font:600 16px/1.4 ${font};color:#${light.ink}">${escapeHtml(clientName)}</td>`
  const address = source && addressOf(source)
  const logo = address
    ? `<td style="padding-right:12px"><img class="plate" src="${escapeHtml(address)}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:160px;border:0;border-radius:6px"></td>`
    : ''
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>${logo}${name}</tr></table>`
}

function htmlOfBlock(block: MailBlock, brand: MailBrand, addressOf: AddressOf): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="margin:0 0 16px;font:16px/1.6 ${font};color:#${light.ink}">${lines(block.text)}</p>`
    case 'note':
      return `<p class="quiet" style="margin:0 0 8px;font:14px/1.6 ${font};color:#${light.quiet}">${lines(block.text)}</p>`
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${block.rows.map(factRow).join('')}</table>`
    case 'secret':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr><td class="well" style="padding:14px 18px;background:#${light.well};border-radius:6px">
<div class="quiet" style="font:14px/1.6 ${font};color:#${light.quiet}">${escapeHtml(block.label)}</div>
<div class="ink" style="font:600 17px/1.6 Consolas,Menlo,monospace;color:#${light.ink};overflow-wrap:anywhere">${escapeHtml(block.value)}</div></td></tr></table>`
    case 'button':
      return buttonOf(block.label, addressOf(block.path), brand)
  }
}

const factRow = ([label, value]: readonly [string, string]) =>
  `<tr><td class="quiet" style="padding:3px 18px 3px 0;vertical-align:top;font:14px/1.6 ${font};color:#${light.quiet}">${escapeHtml(label)}</td><td class="ink" style="padding:3px 0;vertical-align:top;font:16px/1.5 ${font};color:#${light.ink};overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`

function buttonOf(label: string, address: string, { buttonColor }: MailBrand): string {
  const edge = ensureContrast(buttonColor, light.card, 3)
  return `<p class="button" style="margin:8px 0 16px"><a href="${escapeHtml(address)}" style="display:inline-block;box-sizing:border-box;padding:11px 24px;text-align:center;background:#${buttonColor};border:1px solid #${edge};border-radius:6px;font:600 16px/1.4 ${font};color:#${inkOn(buttonColor)};text-decoration:none">${escapeHtml(label)}</a></p>`
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
