import {
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationContext,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { refused } from './errors.js';

/**
 * What one request may ask for. The dashboard's largest document has about 200 tokens; every field, alias, level of
 * nesting and fragment costs at least one, so this bounds them all before anything is worked out.
 */
export const MAX_TOKENS = 1_000;
/** Each field at the root is a query of its own, also under an alias. */
export const MAX_ROOT_FIELDS = 10;

const tooLarge = (message: string): GraphQLError => refused('BAD_REQUEST', message, 'Ask in several requests.');

/** Throws a GraphQLError, also for a document that asks for too much. */
export function parseLimited(source: Parameters<typeof parse>[0]): DocumentNode {
  try {
    return parse(source, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError && /contains more tha[tn] \d+ tokens/.test(error.message))
      throw tooLarge(`A request has at most ${MAX_TOKENS} tokens.`);
    throw error;
  }
}

/** Validation rule: at most MAX_ROOT_FIELDS fields at the root of an operation, fragments counted in. */
export function rootFieldLimit(context: ValidationContext): ASTVisitor {
  const rootFields = (selections: readonly { kind: Kind }[], seen: ReadonlySet<string>): number =>
    selections.reduce((count, selection) => {
      if (selection.kind === Kind.FIELD) return count + 1;
      const spread = selection as {
        name?: { value: string };
        selectionSet?: { selections: readonly { kind: Kind }[] };
      };
      if (spread.selectionSet) return count + rootFields(spread.selectionSet.selections, seen);
      const name = spread.name?.value ?? '';
      const fragment = seen.has(name) ? null : context.getFragment(name);
      return fragment ? count + rootFields(fragment.selectionSet.selections, new Set([...seen, name])) : count;
    }, 0);
  return {
    OperationDefinition(operation) {
      if (rootFields(operation.selectionSet.selections, new Set()) > MAX_ROOT_FIELDS)
        context.reportError(tooLarge(`A request has at most ${MAX_ROOT_FIELDS} fields at its root.`));
    },
  };
}

/** For yoga, which parses and validates by itself. */
export const limitsPlugin: Plugin = {
  onParse: ({ setParseFn }) => setParseFn(parseLimited),
  onValidate: ({ addValidationRule }) => addValidationRule(rootFieldLimit),
};

/** For graphql-ws, which takes its own. */
export const validateLimited = (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] =>
  validate(schema, document, [...specifiedRules, rootFieldLimit]);
