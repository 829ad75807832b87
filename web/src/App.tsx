import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { queryClient } from './api/query.ts'
import { BrandTheme } from './shell/BrandTheme.tsx'

interface AppProps {
  router: AnyRouter
  nonce: string
}

export function App({ router, nonce }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <BrandTheme nonce={nonce}>
        <RouterProvider router={router} />
      </BrandTheme>
    </QueryClientProvider>
  )
}
