import './zod-setup.ts'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTextsAndVersion } from './api/start-up.ts'
import { App } from './App.tsx'
import { makeRouter } from './routes.tsx'
import { rememberClientCode } from './shell/brand-queries.ts'
import { reportUnhandled } from './shell/report-unhandled.ts'
import { followSession } from './shell/follow-session.ts'

// Scripts can read the nonce as a property, not as an attribute.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// For the styles that dialogs inject while they lock the page's scrolling.
setNonce(nonce)

rememberClientCode(location.search)
const router = makeRouter()
followSession(router)
reportUnhandled()
loadTextsAndVersion()

const element = document.getElementById('root')
if (!element) throw new Error('the page has no place for the application')

createRoot(element).render(
  <StrictMode>
    <App router={router} nonce={nonce} />
  </StrictMode>,
)
