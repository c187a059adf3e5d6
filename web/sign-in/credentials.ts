export interface Credentials extends Record<string, string> {
  email: string
  password: string
}
