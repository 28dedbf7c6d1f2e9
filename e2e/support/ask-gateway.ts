import { sendHttp } from './post-hook.js';
import type { Stack } from './start-stack.js';

export interface GatewayAnswer<T> {
  readonly data?: T | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** The stack's GraphQL as the owner, refusals included. */
export const gatewayClient = (stack: Pick<Stack, 'ports' | 'ownerToken'>) => ({
  run: async <T>(query: string, variables: Record<string, unknown> = {}): Promise<GatewayAnswer<T>> => {
    const { text } = await sendHttp({
      ...{ port: stack.ports().gateway, path: '/graphql' },
      headers: { authorization: `Bearer ${stack.ownerToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return JSON.parse(text) as GatewayAnswer<T>;
  },
});
