import { readFileSync, readdirSync } from 'node:fs';
import { GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { GraphqlContext } from './context.js';
import { linkMutations } from './link-mutations.js';
import { mutations } from './mutations.js';
import { queries, sessionFields } from './queries.js';
import { subscriptions } from './subscriptions.js';

const SDL_FOLDER = new URL('../../schema/', import.meta.url);

const json = new GraphQLScalarType({ name: 'JSON', serialize: (value) => value });

/** The SDL in schema/ with its resolvers; each authorises, asks, maps. */
export function createGraphqlSchema(): GraphQLSchema {
  const files = readdirSync(SDL_FOLDER).filter((file) => file.endsWith('.graphql'));
  return createSchema<GraphqlContext>({
    typeDefs: files.map((file) => readFileSync(new URL(file, SDL_FOLDER), 'utf8')),
    resolvers: {
      Query: queries,
      Mutation: { ...mutations, ...linkMutations },
      Subscription: subscriptions,
      Session: sessionFields,
      JSON: json,
    },
  });
}
