import './zod-setup.ts'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { learnFromServer } from './api/start-up.ts'
import { App } from './App.tsx'
import { makeRouter } from './routes.tsx'
import { noteClientAddress } from './shell/brand-queries.ts'
import { followSession } from './shell/follow-session.ts'

// The attribute is hidden from scripts, the property is not.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// For the styles that windows write while they lock the page behind them.
setNonce(nonce)

noteClientAddress(location.search)
const router = makeRouter()
followSession(router)
learnFromServer()

const element = document.getElementById('root')
if (!element) throw new Error('the page has no place for the application')

createRoot(element).render(
  <StrictMode>
    <App router={router} nonce={nonce} />
  </StrictMode>,
)
