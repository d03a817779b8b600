import 'reflect-metadata';
import { All, Controller, Module, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Request, Response } from 'express';
import { toNodeListener } from 'outlet-open-api/webhooks';
import { createHandler } from './handler.js';
import { enqueue } from './queue.js';

const listener = toNodeListener(createHandler(process.env, enqueue));

@Controller('webhooks')
class WebhookController {
  // With @Res(), the listener sends the response. Without it, Nest responds with 201, which does not acknowledge.
  @All()
  receive(@Req() request: Request, @Res() response: Response): void {
    listener(request, response);
  }
}

@Module({ controllers: [WebhookController] })
class AppModule {}

// Nest parses the body before the controller runs. `rawBody` also keeps the bytes.
const app = await NestFactory.create(AppModule, { rawBody: true });
await app.listen(Number(process.env.PORT ?? 3000));
