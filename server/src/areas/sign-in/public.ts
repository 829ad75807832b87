export { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'
