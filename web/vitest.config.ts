import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://portal.test/' } },
    setupFiles: ['test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
  },
})
