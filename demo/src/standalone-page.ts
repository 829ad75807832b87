import { escapeHtml } from '@portico/contract/escape-html.ts'

/** A page of the demo: no scripts, no session. */
export interface StandalonePage {
  status: number
  title: string
  /** Six hexadecimal digits, the color of the band on top. */
  color: string
  body: string
  /** The page contains another page of ours in a frame. */
  hasFrame?: true
  /** The page contains a form that posts to the portal. */
  posts?: true
}

export const DEMO_COLOR = '3b5b8c'

export function notFoundPage(sentence: string): StandalonePage {
  return {
    status: 404,
    title: 'Not found',
    color: DEMO_COLOR,
    body: `<p class="where">Demo</p><h1>Not found</h1><p>${sentence}</p><p><a href="/">Go to the portal</a></p>`,
  }
}

const style = (color: string) => `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,sans-serif;background:#f5f6f8;color:#1c2430;overflow-wrap:anywhere}
main{max-width:640px;margin:12vh auto 48px;padding:0 24px}
article{background:#fff;border:1px solid #d8dee6;border-top:8px solid #${color};border-radius:8px;padding:24px 32px 32px}
h1{font-size:24px;line-height:1.3;margin:0 0 16px;text-wrap:balance}.where{color:#596577;font-size:14px;margin:0 0 4px}
a{color:#1f4f8f}a:focus-visible{outline:2px solid currentcolor;outline-offset:2px;border-radius:2px}
.mails{list-style:none;margin:24px 0 0;padding:0}.mails li{padding:12px 0;border-top:1px solid #d8dee6}
.mails span,.empty{display:block;color:#596577;font-size:14px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;font-size:14px}dt{color:#596577}dd{margin:0}
main.wide{max-width:820px;margin-top:6vh}iframe{display:block;width:100%;height:620px;margin:16px 0 24px;border:1px solid #d8dee6;border-radius:8px}h2{font-size:16px;margin:0}
button{font:inherit;font-weight:600;color:#fff;background:#${color};border:1px solid transparent;border-radius:8px;padding:10px 20px;margin:8px 0;cursor:pointer;max-width:100%}
button:focus-visible{outline:2px solid currentcolor;outline-offset:2px;outline-color:#1f4f8f}
@media (max-width:480px){main,main.wide{margin-top:24px;padding:0 12px}article{padding:20px 16px 24px}}
pre{white-space:pre-wrap;font:inherit;border-top:1px solid #d8dee6;margin:16px 0 0;padding-top:16px}
@media (prefers-color-scheme:dark){body{background:#10141a;color:#e4e9f0}article{background:#181e26;border-color:#333c48;border-top-color:#${color}}
.where,.mails span,.empty,dt{color:#9aa7b8}a{color:#8ab4f0}button:focus-visible{outline-color:#8ab4f0}.mails li,pre,iframe{border-color:#333c48}}`

export function standaloneHtml({ title, color, body, hasFrame }: StandalonePage, nonce: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><style nonce="${nonce}">${style(color)}</style></head>
<body><main${hasFrame ? ' class="wide"' : ''}><article>${body}</article></main></body></html>
`
}
