import { lazyPart } from '../../../patterns/lazy-part.tsx'
import { LoadingCategory } from '../LoadingCategory.tsx'

/** The systems with the kinds of their accounts: one of many categories, which few visits open. */
export const LazyAccountTypes = lazyPart(async () => (await import('./AccountTypes.tsx')).AccountTypes, {
  Loading: LoadingCategory,
})
