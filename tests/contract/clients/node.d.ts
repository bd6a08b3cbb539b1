// What play.ts needs of Node.

declare const process: { argv: string[] };
