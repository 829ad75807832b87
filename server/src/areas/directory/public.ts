export type { DirectorySignOut } from './sign-out.ts'
